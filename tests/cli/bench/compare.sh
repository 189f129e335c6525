# SPDX-License-Identifier: Apache-2.0
# Against an earlier run: a forged one that was a hundred times faster is a loss, a slower one is none; another
# number of threads can't be compared.
gather bench --scale small --rounds 3 --rows 1,14 --json >base.json
sed 's/"of_memcpy":[0-9.]*/"of_memcpy":1000/g; s/"noise":[0-9.]*/"noise":0/g' base.json >faster.json
sed 's/"of_memcpy":[0-9.]*/"of_memcpy":0.0001/g' base.json >slower.json
gather bench --scale small --rounds 3 --rows 1,14,15 --compare faster.json >table
echo "exit $?, $(grep -c 'LOSS$' table) of $(grep -c ' warm ' table) lost"
gather bench --scale small --rounds 3 --rows 1,14,15 --compare slower.json >table
echo "exit $?, $(grep -c 'LOSS$' table) of $(grep -c ' warm ' table) lost, $(grep -c 'no such row$' table) not in it"
grep -o 'change$' table
gather bench --scale small --rounds 3 --rows 15 --compare slower.json >table
echo "exit $?"
gather bench --scale small --rounds 3 --rows 1,15 --compare faster.json --json >now.json
echo "exit $?, $(grep -o '"loss":true' now.json | wc -l) lost"
gather bench --scale small --rounds 3 --rows 1 --threads 2 --compare base.json
echo "exit $?"
