#!/bin/bash
# Tries what README.md and docs/operations/install.md promise on a Debian that nothing was installed on: `tools/fresh-debian.sh FOLDER`, as
# root, with debootstrap, a network and some gigabytes. The commands run as an ordinary user and as root, each with an empty cache; then the
# unit of systemd is verified, and its command runs as its user on a file system that is read-only but for /var/lib/gantry.
# Node and npm of the machine come into it, for Debian's own are too old.
set -euo pipefail
folder=${1:?Name a folder for the Debian.}
source=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
suite=${FRESH_SUITE:-bookworm}
limit=${FRESH_SECONDS:-600}

if [ "${2:-}" != inside ]; then
  # Mounts end with the script.
  exec unshare --mount --mount-proc --pid --fork --kill-child "$0" "$folder" inside
fi

[ -e "$folder/etc/debian_version" ] || debootstrap --variant=minbase --include=ca-certificates,git,curl,procps,util-linux,systemd "$suite" "$folder" >"$folder.log" 2>&1
fresh=$folder/usr/local/fresh
mkdir -p "$fresh/bin" "$fresh/lib"
cp --remove-destination "$(readlink -f "$(command -v node)")" "$fresh/bin/node"
cp -a "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$fresh/lib/"
ln -sf ../lib/npm/bin/npm-cli.js "$fresh/bin/npm"
ln -sf ../lib/npm/bin/npx-cli.js "$fresh/bin/npx"
cp /etc/resolv.conf "$folder/etc/resolv.conf"
# A network whose own authority stands before the registry names it so.
[ -n "${NODE_EXTRA_CA_CERTS:-}" ] && cp "$NODE_EXTRA_CA_CERTS" "$folder/usr/local/fresh/authorities.pem"
mount -t proc proc "$folder/proc"
mount --rbind /dev "$folder/dev"
mount -t tmpfs -o mode=1777 tmpfs "$folder/tmp"

registry=$(npm config get registry)
run() { # USER HOME COMMAND…
  local user=$1 home=$2
  shift 2
  chroot --userspec="$user" "$folder" /usr/bin/env -i HOME="$home" PATH="/usr/local/fresh/bin:/usr/bin:/bin:/usr/sbin:/sbin" \
    ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS=/usr/local/fresh/authorities.pem npm_config_cafile=/usr/local/fresh/authorities.pem} \
    npm_config_registry="$registry" PORT="${PORT:-3917}" "$@"
}
export PORT=3917

# Every background job is a group of its own, as a terminal makes one, and hears signals.
set -m
left() { ps -eo args | grep -q "[p]ostgres: \|[t]ools/start.mjs\|[s]erver/src/main.ts"; }
ended() { # NAME SECONDS
  for _ in $(seq "$2"); do left || { echo "ok   $1: nothing is left"; return 0; }; sleep 1; done
  echo "FAIL $1: processes are left after $2 s"
  ps -eo pid,ppid,stat,args | grep "[p]ostgres: \|[n]pm \|[t]ools/start.mjs\|[s]erver/src/main.ts"
  kill -KILL -- -$!
  pkill -KILL --full '[s]erver/src/main.ts|[t]ools/start.mjs|[p]ostgres: ' || true
  return 1
}

# What `npm start` promises: from nothing to a page that answers, and an end that leaves nothing behind: by Ctrl+C, which the whole group
# hears, or by a signal to npm alone.
try() { # NAME USER HOME all|npm
  local name=$1 user=$2 home=$3 from=$SECONDS
  (cd "$source" && git archive HEAD) | tar x -C "$folder$home/gantry"
  chroot "$folder" chown -R "$user" "$home/gantry"
  run "$user" "$home" /bin/sh -c "cd $home/gantry && exec npm start" >"$folder.$name.log" 2>&1 </dev/null &
  until curl --silent --fail --output /dev/null "http://127.0.0.1:$PORT/"; do
    kill -0 $! 2>/dev/null || { echo "FAIL $name: npm start has ended"; tail -20 "$folder.$name.log"; return 1; }
    ((SECONDS - from < limit)) || { echo "FAIL $name: no answer within $limit s"; tail -20 "$folder.$name.log"; return 1; }
    sleep 1
  done
  grep -q 'http://' "$folder.$name.log" || { echo "FAIL $name: no address is printed"; return 1; }
  echo "ok   $name: a page after $((SECONDS - from)) s"
  if [ "$4" = all ]; then kill -INT -- -$!; else pkill -TERM --parent $!; fi
  ended "$name" 60
}

failed=0
chroot "$folder" id planner >/dev/null 2>&1 || chroot "$folder" useradd --create-home planner
rm -rf "$folder/home/planner/gantry" "$folder/root/gantry" "$folder/home/planner/.npm" "$folder/root/.npm"
mkdir -p "$folder/home/planner/gantry" "$folder/root/gantry"
try user planner /home/planner all || failed=1
try root root /root npm || failed=1

# docs/operations/install.md, but for systemctl: nothing is process 1 here.
chroot "$folder" id gantry >/dev/null 2>&1 || chroot "$folder" useradd --system --home-dir /var/lib/gantry --shell /usr/sbin/nologin gantry
rm -rf "$folder/opt/gantry" "$folder/var/lib/gantry"
mkdir -p "$folder/opt/gantry" "$folder/var/lib/gantry"
(cd "$source" && git archive HEAD) | tar x -C "$folder/opt/gantry"
run root /root /bin/sh -c 'cd /opt/gantry && npm ci --ignore-scripts && npm run build' >"$folder.unit.log" 2>&1 || { echo "FAIL unit: npm ci or the build"; tail -20 "$folder.unit.log"; exit 1; }
cp "$folder/opt/gantry/deploy/gantry.service" "$folder/etc/systemd/system/"
chroot "$folder" systemd-analyze verify --man=no /etc/systemd/system/gantry.service || failed=1
chroot "$folder" chown gantry:gantry /var/lib/gantry && chmod 700 "$folder/var/lib/gantry"
mount --bind "$folder" "$folder" && mount --bind "$folder/var/lib/gantry" "$folder/var/lib/gantry" && mount -o remount,bind,ro "$folder"
mount --rbind /dev "$folder/dev" && mount -t proc proc "$folder/proc" && mount -t tmpfs -o mode=1777 tmpfs "$folder/tmp"
from=$SECONDS
run gantry:gantry /var/lib/gantry DATA_DIR=/var/lib/gantry NODE_ENV=production /bin/sh -c 'cd /opt/gantry && umask 0077 && exec /usr/bin/env node tools/start.mjs' >>"$folder.unit.log" 2>&1 &
until curl --silent --fail --output /dev/null "http://127.0.0.1:$PORT/"; do
  kill -0 $! 2>/dev/null || { echo "FAIL unit: the server has ended"; tail -20 "$folder.unit.log"; exit 1; }
  ((SECONDS - from < limit)) || { echo "FAIL unit: no answer within $limit s"; tail -20 "$folder.unit.log"; exit 1; }
  sleep 1
done
echo "ok   unit: a page after $((SECONDS - from)) s, on a file system that is read-only but for its folder"
# As `KillMode=mixed` ends it.
pkill -INT --parent $!
ended unit 90 || failed=1
exit $failed
