# SPDX-License-Identifier: Apache-2.0
# Numbers in a text: as indices, and as a tensor; what is none is refused where it stands. A mark of UTF-8 may stand in front.
printf '\001\002\003\004\005\006' >a.raw
printf '2\n0\n\n -1,+1;1\t0\r\n' >ids.txt
gather take ids.txt
gather take 'a.raw@u8[3,2]' -i ids.txt
gather ls ids.txt
gather convert ids.txt -o ids.npy && gather take ids.npy -s ::-1
gather convert ids.npy -o back.txt && gather take back.txt && paste -sd ' ' back.txt
printf '9223372036854775807 -9223372036854775808' >far.txt && gather take far.txt
printf '+9223372036854775808,18446744073709551615;-0,\n7,' >far.txt && gather take far.txt
gather take 'a.raw@u8[3,2]' -i far.txt --mode clip
gather take 'a.raw@u8[3,2]' -i +9223372036854775808,18446744073709551615,-0,7 --mode clip
tr ';' ' ' <far.txt | gather take 'a.raw@u8[3,2]' -i - --mode clip
for text in '' ' \n,;' '1.5' 'x' '1 2 x' '1x' '-' '--1' '+' '18446744073709551616' '-9223372036854775809' '9223372036854775808 1 -1' '-1 9223372036854775808' \
    '1,,3\n' ',1' '1\n;;2' '1,\n,2' '++1' '+-1' '0x10' '1\0002' '\357\273\2771\n2' \
    '\357\273\277' '\357\273\277\357\273\2771' '\357\2731' '\357' '1 \357\273\2772'; do
    # shellcheck disable=SC2059
    printf -- "$text" >bad.txt
    gather take bad.txt
    echo "exit $?"
done
head -c 20000 /dev/zero | tr '\0' '7' >long.txt
gather take long.txt
echo "exit $?"
seq 100000 >many.txt
gather take many.txt
gather take 'a.raw@u8[3,2]' -i many.txt
mkdir folder && cp ids.txt ids.npy folder && gather ls folder
