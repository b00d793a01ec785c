#!/usr/bin/env bash
# Runs the suite of file drivers against Debian's S3 server, the gateway of Ceph, on a cluster of one in memory:
#   tools/s3-of-debian.sh
# It needs root and installs ceph-mon, ceph-osd, radosgw and ceph-common (about 300 MB) where they are missing.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"
command -v radosgw ceph-mon ceph-osd >/dev/null ||
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends ceph-mon ceph-osd radosgw ceph-common; }

work="$(mktemp -d /tmp/gantry-s3-XXXXXX)"
port="${S3_PORT:-7480}"
pids=()
finish() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

export CEPH_CONF="$work/ceph.conf"
fsid="$(cat /proc/sys/kernel/random/uuid)"
mkdir -p "$work/mon" "$work/osd" "$work/run" "$work/rgw"
cat >"$CEPH_CONF" <<CONF
[global]
fsid = $fsid
mon_initial_members = a
mon_host = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 10000
osd_objectstore = memstore
memstore_device_bytes = 2147483648
mon_data = $work/mon
osd_data = $work/osd
rgw_data = $work/rgw
run_dir = $work/run
admin_socket = $work/run/\$name.sock
pid_file = $work/run/\$name.pid
log_file = $work/\$name.log
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:$port
CONF
monmaptool --create --add a 127.0.0.1 --fsid "$fsid" "$work/monmap" >/dev/null
ceph-mon --mkfs -i a --monmap "$work/monmap"
ceph-mon -f -i a 2>"$work/mon.err" & pids+=($!)
timeout 60 ceph osd create >/dev/null
ceph-osd -i 0 --mkfs --osd-uuid "$(cat /proc/sys/kernel/random/uuid)" 2>/dev/null
ceph-osd -f -i 0 2>"$work/osd.err" & pids+=($!)
timeout 120 radosgw-admin user create --uid gantry --display-name Gantry --access-key S3RVER --secret S3RVER >/dev/null 2>&1
radosgw -f -n client.rgw 2>"$work/rgw.err" & pids+=($!)
for _ in $(seq 60); do curl -s -o /dev/null "http://127.0.0.1:$port/" && break; sleep 1; done
GANTRY_TEST_S3="http://127.0.0.1:$port" npm test -- platform/files/files.test
