/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results as the XML that readers of test reports take: a testsuite a file, a testcase a case.
 */
#include <string.h>

#include "study/cases/kept_result.h"
#include "study/text/utf8.h"

/* XML has no way to write most controls, escaped or not: they become U+FFFD, as what is no UTF-8 does. */
static bool is_xml(uint32_t character)
{
    return character == '\t' || character == '\n' || character == '\r' ||
           (character >= 0x20 && character != 0xfffe && character != 0xffff);
}

static void write_escaped(struct gather_writer *writer, const char *text)
{
    static const char special[] = "&<>\"\t\n\r";
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#9;", "&#10;", "&#13;"};
    for (size_t length = strlen(text); length > 0;) {
        uint32_t character = 0;
        size_t count = gather__utf8_decode(text, length, &character);
        const char *found = count == 1 ? strchr(special, (int)character) : NULL;
        if (found != NULL)
            gather_write_text(writer, entities[found - special]);
        else if (count > 0 && is_xml(character))
            gather_write(writer, text, count);
        else
            gather_write_text(writer, "\xef\xbf\xbd");
        count = count > 0 ? count : 1;
        text += count;
        length -= count;
    }
}

static void write_attribute(struct gather_writer *writer, const char *name, const char *text)
{
    gather_write_text(writer, " ");
    gather_write_text(writer, name);
    gather_write_text(writer, "=\"");
    write_escaped(writer, text);
    gather_write_text(writer, "\"");
}

/* The op, as those readers group by class. */
static void write_class(struct gather_writer *writer, const struct gather_kept_result *kept)
{
    gather_write_text(writer, " classname=\"");
    write_escaped(writer, kept->dialect);
    gather_write_text(writer, ".");
    write_escaped(writer, kept->op);
    gather_write_text(writer, "\"");
}

static void write_count(struct gather_writer *writer, const char *name, int64_t count)
{
    gather_write_text(writer, " ");
    gather_write_text(writer, name);
    gather_write_text(writer, "=\"");
    gather_write_integer(writer, count);
    gather_write_text(writer, "\"");
}

/* How many of each verdict stand in kept[begin..end). */
static void write_counts(struct gather_writer *writer, const struct gather_results *results, size_t begin,
                         size_t end)
{
    int64_t verdicts[4] = {0};
    for (size_t k = begin; k < end; k++)
        verdicts[results->kept[k].verdict]++;
    write_count(writer, "tests", (int64_t)(end - begin));
    write_count(writer, "failures", verdicts[GATHER_VERDICT_FAILED]);
    write_count(writer, "errors", verdicts[GATHER_VERDICT_BROKEN]);
    write_count(writer, "skipped", verdicts[GATHER_VERDICT_SKIPPED]);
}

static void write_testcase(struct gather_writer *writer, const struct gather_kept_result *kept)
{
    static const char *const elements[] = {NULL, "failure", "skipped", "error"};
    const char *element = elements[kept->verdict];
    bool broken = kept->verdict == GATHER_VERDICT_BROKEN;
    gather_write_text(writer, "    <testcase");
    write_attribute(writer, "name", broken ? "(the file)" : kept->name);
    write_class(writer, kept);
    write_attribute(writer, "file", kept->file);
    write_count(writer, "line", kept->line);
    if (element == NULL) {
        gather_write_text(writer, "/>\n");
        return;
    }
    gather_write_text(writer, "><");
    gather_write_text(writer, element);
    write_attribute(writer, "message",
                    kept->verdict == GATHER_VERDICT_SKIPPED ? "not answered" : kept->message);
    gather_write_text(writer, "/></testcase>\n");
}

enum gather_status gather_results_write_junit(const struct gather_results *results, struct gather_sink sink)
{
    struct gather_writer writer = gather_writer_to(sink);
    size_t end;
    gather_write_text(&writer,
                      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gather test\"");
    write_counts(&writer, results, 0, results->count);
    gather_write_text(&writer, ">\n");
    for (size_t begin = 0; begin < results->count; begin = end) {
        const char *file = results->kept[begin].file;
        for (end = begin; end < results->count && strcmp(results->kept[end].file, file) == 0; end++)
            continue;
        gather_write_text(&writer, "  <testsuite");
        write_attribute(&writer, "name", file);
        write_counts(&writer, results, begin, end);
        gather_write_text(&writer, ">\n");
        for (size_t k = begin; k < end; k++)
            write_testcase(&writer, &results->kept[k]);
        gather_write_text(&writer, "  </testsuite>\n");
    }
    gather_write_text(&writer, "</testsuites>\n");
    return writer.status;
}
