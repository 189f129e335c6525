#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turn peers.py JSON files into compact markdown tables.  usage: peers_table.py a.json [b.json ...]"""
import json, re, sys
SMALL = ('10', '11', '12', '13', '14', '15', '16NHWC', '17', '19', '20', '21', '22a', '23', '24')
GOOD = lambda q: 'other format' not in q['form'] and q.get('layout', 'C') == 'C'
def load(fs):
    R = {}; order = []
    for f in fs:
        for q in json.load(open(f))['rows']:
            k = (q['case'], q['state']); 
            if k not in R: R[k] = []; order.append(k)
            R[k].append(q)
    return R, order
def best(rs, peer, pred=lambda q: True):
    v = [q for q in rs if q['ok'] and q['peer'] == peer and GOOD(q) and pred(q)]
    return min(v, key=lambda q: q['min_s']) if v else None
PE = ['ort', 'openvino', 'jax', 'arrow', 'tensorflow', 'polars']
def key(k): 
    n = ''.join(c for c in k[0][:2] if c.isdigit()); return (int(n), 0)
def table(fs):
    drop = fs[0].startswith('--slim'); R, order = load(fs[1:] if drop else fs); order = sorted(order, key=key)
    twins = {k[0] for k in order if k[1] == 'cold'}
    if drop: order = [k for k in order if k[0] not in ('2.1', '2.8', '22a', '22r', '11S', '18a0D', '20a2', '26arange', '26equal') and not (k[0] in twins and k[1] == 'warm')]
    print('| case | MB | memcpy GB/s | best peer (form): GB/s, of memcpy | numpy out / fresh | torch out / fresh | ORT | OpenVINO | JAX | Arrow | TF | polars |'); print('|---|---|---|---|---|---|---|---|---|---|---|---|')
    for k in order:
        if k[0][:2] == '24': continue
        rs = R[k]; mem = best(rs, 'memcpy'); small = any(k[0].startswith(s) for s in SMALL)
        fm = (lambda q: '-' if q is None else (f"{q['ns_per_block']:.2f}" if q['ns_per_block'] < 10 else f"{q['ns_per_block']:.1f}") + ('c' if 'pre-cast' in q['form'] else 'u' if 'nocheck' in q['form'] or 'promise_in' in q['form'] else '')) if small else (lambda q: '-' if q is None else f"{q['gbps']:.1f}" + ('c' if 'pre-cast' in q['form'] else 'u' if 'nocheck' in q['form'] or 'promise_in' in q['form'] else ''))
        b = min((q for q in rs if q['ok'] and q['peer'] != 'memcpy' and GOOD(q)), key=lambda q: q['min_s'])
        isf = lambda q: 'fresh' in q['form']
        pr = lambda p: fm(best(rs, p, lambda q: not isf(q))) + ' / ' + fm(best(rs, p, isf))
        cells = [pr('numpy'), pr('torch')] + [fm(best(rs, p)) for p in PE]
        form = re.sub(r'fixed_size_binary\(\d+\)', 'fsb', b['form']).replace(' fresh*', '').replace(' fresh', '').replace(' (pre-cast)', '').replace('promise_in_bounds', 'promise')[:40]
        print(f"| {k[0]}{' cold' if k[1] == 'cold' else ''}{' ns' if small else ''} | {rs[-1]['payload'] / 1e6:.3g} | {mem['gbps']:.1f} | {b['peer']} ({form}): {b['gbps']:.2f}, {b['ratio'] * 100:.0f} % | " + ' | '.join(cells) + ' |')
def tiny(fs):
    R, order = load(fs)
    for k in sorted(order, key=key):
        if not (k[0][:2] == '24' or k[0][:2] == '2.'): continue
        rs = R[k]; isf = lambda q: 'fresh' in q['form']; u = lambda q: '-' if q is None else f"{q['min_s'] * 1e6:.2f}"
        print(f"| {k[0]} | {u(best(rs, 'memcpy'))} | " + ' | '.join([u(best(rs, p, lambda q: not isf(q))) + ' / ' + u(best(rs, p, isf)) for p in ('numpy', 'torch')] + [u(best(rs, p)) for p in PE]) + ' |')
def summary(fs):
    R, order = load(fs)
    for k in sorted(order, key=key):
        rs = R[k]; b = min((q for q in rs if q['ok'] and q['peer'] != 'memcpy' and GOOD(q)), key=lambda q: q['min_s'])
        print(k, b['peer'], b['form'], f"{b['gbps']:.2f} {b['ratio']:.2f} med-based {b['gbps_med']/max(q['gbps_med'] for q in rs if q['ok'] and q['peer']=='memcpy'):.2f}")
if __name__ == '__main__':
    m = sys.argv[1]
    dict(table=table, tiny=tiny, summary=summary)[m](sys.argv[2:])
