# SPDX-License-Identifier: Apache-2.0
# The drawing as SVG: the same from stdout and from a file, which has the rights of a new file, or its own.
gather layout 'f32[2,3]{0,1:pad(3,5)=zero}' --svg -
umask 027
gather layout 'f32[2,3]{0,1:pad(3,5)=zero}' --svg new.svg
gather layout 'f32[2,3]{0,1:pad(3,5)=zero}' --svg - | cmp - new.svg
stat -c %a new.svg
chmod 604 new.svg
gather layout 'f32[2]' --svg new.svg
stat -c %a new.svg
ln -s new.svg link.svg
gather layout 'f32[3]' --svg link.svg
[ -L link.svg ] && grep -c '<title id="gather-title">f32\[3\]</title>' new.svg
gather layout "$(printf 'f32[2] /* <&"\302\240> */')" --svg - | sed -n 2p
gather layout "f32[2]/*$(printf '%0100d' 0)*/" --svg - | grep -c 'class="title".*\.\.</text>$'
ls -A
