#!/bin/bash
# Builds deploy/Containerfile on a machine that reaches no registry of images, and tries it: `tools/container-image.sh FOLDER`, as root,
# with buildah, debootstrap and a network. Debian's base is made by debootstrap. The image runs as its user, read-only but for /data and
# /tmp, and must answer; then it is asked to stop.
set -euo pipefail
folder=${1:?Name a folder for the images.}
source=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
mkdir -p "$folder"
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
store=(--root "$folder/images" --runroot "$folder/run")

if ! buildah "${store[@]}" inspect docker.io/library/debian:12-slim >/dev/null 2>&1; then
  [ -e "$folder/debian/etc/debian_version" ] || debootstrap --variant=minbase --include=ca-certificates bookworm "$folder/debian" >"$folder/debootstrap.log" 2>&1
  # As the image of that name is made: without lists of packages, their archives and their documents.
  rm -rf "$folder"/debian/var/lib/apt/lists/* "$folder"/debian/var/cache/apt/* "$folder"/debian/usr/share/{doc,man,info,locale}/*
  base=$(buildah "${store[@]}" from scratch)
  # A network whose own authority stands before the registry of packages names it so.
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    cp "$NODE_EXTRA_CA_CERTS" "$folder/debian/etc/authorities.pem"
    buildah "${store[@]}" config --env NODE_EXTRA_CA_CERTS=/etc/authorities.pem --env "npm_config_registry=$(npm config get registry)" "$base"
  fi
  buildah "${store[@]}" add --quiet "$base" "$folder/debian" / >/dev/null
  buildah "${store[@]}" commit --quiet --rm "$base" docker.io/library/debian:12-slim >/dev/null
fi

rm -rf "$folder/source" && mkdir "$folder/source"
(cd "$source" && git archive HEAD) | tar x -C "$folder/source"
from=$SECONDS
buildah "${store[@]}" build --pull=never --layers=false --network host --file "$folder/source/deploy/Containerfile" --ignorefile "$folder/source/deploy/Containerfile.dockerignore" --tag gantry "$folder/source" >"$folder/build.log" 2>&1 || { echo "FAIL the image: it is not built"; tail -20 "$folder/build.log"; exit 1; }
echo "ok   the image is built after $((SECONDS - from)) s"

container=$(buildah "${store[@]}" from --pull=never localhost/gantry)
root=$(buildah "${store[@]}" mount "$container")
megabytes=$(du -sm --exclude=proc "$root" | cut -f1)
limit=${IMAGE_MEGABYTES:-450}
[ "$megabytes" -le "$limit" ] && echo "ok   $megabytes MB, at most $limit" || { echo "FAIL $megabytes MB, more than $limit"; exit 1; }
# Another server there would answer in its place.
! curl --silent --output /dev/null http://127.0.0.1:3918/ || { echo "FAIL something answers on port 3918 already"; exit 1; }
# What a runtime does with --read-only, --tmpfs /tmp, --user and --cap-drop ALL.
from=$SECONDS
unshare --mount --pid --fork --kill-child /bin/bash -c '
  set -e
  mount --bind "$0" "$0" && mkdir -p "$0/data" && mount -t tmpfs -o mode=0700,uid=10001,gid=10001 tmpfs "$0/data"
  mount -o remount,bind,ro "$0"
  mount -t tmpfs -o mode=1777 tmpfs "$0/tmp" && mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc"
  exec chroot --userspec=10001:10001 "$0" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin DATA_DIR=/data HOST=127.0.0.1 PORT=3918 NODE_ENV=production GANTRY_METRICS=127.0.0.1:3919 /bin/sh -c "cd /opt/gantry && exec node apps/server/src/main.ts"
' "$root" >"$folder/server.log" 2>&1 &
# A change of user takes the signal at the parent's death away: the server is ended itself.
end() { pkill -KILL --parent "$1" || true; kill -KILL "$1" 2>/dev/null || true; wait "$1" 2>/dev/null || true; }
trap "end $!" EXIT
until curl --silent --fail --output /dev/null http://127.0.0.1:3918/ && curl --silent --fail http://127.0.0.1:3919/ready; do
  kill -0 $! 2>/dev/null || { echo "FAIL the server has ended"; tail -20 "$folder/server.log"; exit 1; }
  ((SECONDS - from < 120)) || { echo "FAIL no answer within 120 s"; tail -20 "$folder/server.log"; exit 1; }
  sleep 1
done
echo "ok   a page and /ready after $((SECONDS - from)) s, read-only but for /data and /tmp, as user 10001"
end $!
! curl --silent --output /dev/null http://127.0.0.1:3918/ || { echo "FAIL the server still answers after its end"; exit 1; }
buildah "${store[@]}" umount "$container" >/dev/null
buildah "${store[@]}" rm "$container" >/dev/null
