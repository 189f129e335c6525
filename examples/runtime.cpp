// SPDX-License-Identifier: Apache-2.0
//
// The corner of an inference runtime that gathers: tensors that hold a layout and memory, a node that keeps its plan
// for as long as shapes stay the same, and errors as exceptions. C++17, on the C interface.
#include <gather/gather.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace
{

void check(enum gather_status status, const struct gather_error &error)
{
    char sentence[256];
    if (status == GATHER_STATUS_OK)
        return;
    gather_error_format(&error, sentence, sizeof sentence);
    throw std::runtime_error(sentence);
}

template <typename Element> struct Tensor {
    struct gather_layout layout;
    std::vector<Element> elements;
};

template <typename Element> Tensor<Element> make_tensor(const char *text, std::vector<Element> elements)
{
    Tensor<Element> tensor = {{}, std::move(elements)};
    struct gather_error error;
    check(gather_layout_parse(&tensor.layout, text, std::strlen(text), GATHER_SPELLING_ANY, &error), error);
    return tensor;
}

template <typename Element> struct gather_buffer buffer_of(Tensor<Element> &tensor)
{
    return {tensor.elements.data(), tensor.elements.size() * sizeof(Element)};
}

bool same_layout(const struct gather_layout &a, const struct gather_layout &b)
{
    return gather_layout_equal(&a, &b);
}

struct PlanEnd {
    void operator()(struct gather_plan *plan) const { gather_plan_destroy(plan); }
};

void print(const Tensor<float> &tensor)
{
    for (float element : tensor.elements)
        std::printf("%4g", static_cast<double>(element));
    std::puts("");
}

class GatherNode
{
  public:
    explicit GatherNode(struct gather_op op) : op_(op) {}

    void run(Tensor<float> &data, Tensor<std::int64_t> &indices, Tensor<float> &output)
    {
        const struct gather_layout layouts[] = {data.layout, indices.layout, output.layout};
        const struct gather_buffer inputs[] = {buffer_of(data), buffer_of(indices)};
        struct gather_error error;
        if (!plan_ || !std::equal(std::begin(layouts), std::end(layouts), seen_, same_layout)) {
            struct gather_plan *plan = nullptr;
            check(gather_plan_create(&plan, &op_, layouts, 2, &output.layout, nullptr, &error), error);
            plan_.reset(plan);
            std::copy(std::begin(layouts), std::end(layouts), seen_);
            std::puts("planned");
        }
        check(gather_plan_run(plan_.get(), inputs, 2, buffer_of(output), nullptr, &error), error);
    }

  private:
    struct gather_op op_;
    std::unique_ptr<struct gather_plan, PlanEnd> plan_;
    struct gather_layout seen_[3] = {}; // the plan's: of the data, the indices and the output
};

} // namespace

int main()
{
    try {
        GatherNode node(gather_onnx_gather(13, 1));
        auto data = make_tensor<float>("f32[2,4]:(1,2)", {0, 10, 1, 11, 2, 12, 3, 13}); // it lies transposed
        auto output = make_tensor("f32[2,3]", std::vector<float>(6));
        auto turned = make_tensor("f32[2,3]:(1,2)", std::vector<float>(6)); // column by column
        auto last = make_tensor<std::int64_t>("i64[3]C", {3, 0, -2});
        node.run(data, last, turned);
        print(turned);
        for (const std::vector<std::int64_t> &choice :
             {std::vector<std::int64_t>{3, 0, -2}, {1, 1, 1}, {0, 4, 0}}) {
            auto indices = make_tensor("i64[3]C", choice);
            node.run(data, indices, output);
            print(output);
        }
    } catch (const std::runtime_error &error) {
        std::printf("refused: %s\n", error.what());
        return 0;
    }
    return 1; // the last choice had to be refused
}
