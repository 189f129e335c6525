/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a drawing looks: fonts and colours, for light pages and, where the reader prefers it, for dark ones.
 * Plain classes and no variables, since not every renderer of SVG knows those; all below the class
 * `gather`, so that a page which holds the drawing keeps its own looks.
 */
#ifndef GATHER_STUDY_DRAWING_SVG_STYLE_H
#define GATHER_STUDY_DRAWING_SVG_STYLE_H

/* Class oN is the N-th owner's box, its text lies on it; v a padding with a value, e an empty cell. */
/* clang-format off */
#define GATHER__SVG_STYLE                                                                                    \
    "<style>\n"                                                                                              \
    ".gather text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:15px;fill:#1b1f24}\n" \
    ".gather .page{fill:#ffffff}.gather .title{font-size:19px;font-weight:600}.gather .name,.gather .mid{text-anchor:middle}.gather .end{text-anchor:end}\n" \
    ".gather .head,.gather .note{font-family:system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}\n" \
    ".gather .head{font-size:14px;font-weight:600}.gather .note{font-size:13px;fill:#59636e}.gather .axis{font-size:11px;fill:#6b7580}\n" \
    ".gather .cell{font-size:10px}.gather .faint{fill:#6b7580}.gather .line{fill:none;stroke:#8c96a1;stroke-width:1.5;stroke-linecap:round}\n" \
    ".gather .o0{fill:#cfe4ff}.gather .o1{fill:#ffdfba}.gather .o2{fill:#cdeecb}.gather .o3{fill:#fcd3e4}\n" \
    ".gather .o4{fill:#e1d8ff}.gather .o5{fill:#c3ecec}.gather .o6{fill:#fbefae}.gather .o7{fill:#e5dbd0}\n" \
    ".gather .v{fill:#eef0f3;stroke:#c3cad2;stroke-dasharray:3 3}.gather .e{fill:none;stroke:#d3d8de;stroke-dasharray:2 4}\n" \
    "@media (prefers-color-scheme:dark){\n"                                                                  \
    ".gather text{fill:#e8eaed}.gather .page{fill:#14171c}.gather .note{fill:#a3acb7}.gather .axis,.gather .faint{fill:#8993a0}.gather .line{stroke:#68727d}\n" \
    ".gather .o0{fill:#1b4274}.gather .o1{fill:#66400f}.gather .o2{fill:#1f5530}.gather .o3{fill:#662444}\n" \
    ".gather .o4{fill:#44377c}.gather .o5{fill:#145454}.gather .o6{fill:#5c4e09}.gather .o7{fill:#514437}\n" \
    ".gather .v{fill:#1e2329;stroke:#454d57}.gather .e{stroke:#3a424b}\n"                                    \
    "}\n"                                                                                                    \
    "</style>\n"
/* clang-format on */

#endif
