# SPDX-License-Identifier: Apache-2.0
# What commands that run side by side say on stderr stays whole, line by line.
for k in 10 11 12 13 14 15 16 17 18 19; do
    for file in missing with_a_longer_name not-here a/b/c; do gather ls $file.$k.npy; done 2>>log &
done
wait
sort log | uniq -c | sed 's/^ *//'
