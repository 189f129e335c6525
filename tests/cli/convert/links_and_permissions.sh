# SPDX-License-Identifier: Apache-2.0
# What a link points to is replaced, not the link; permissions stay; a new file has those that umask leaves.
printf '\001\002\003\004' >a.raw
echo old >real.raw
chmod 640 real.raw
ln -s real.raw link.raw
gather convert a.raw@'u8[4]' -o link.raw
od -An -tu1 real.raw
stat -c '%F %a' link.raw real.raw
umask 027
gather convert a.raw@'u8[4]' -o new.raw
stat -c %a new.raw
