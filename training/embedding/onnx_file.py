"""The trained network as an ONNX file: five kinds of nodes in a row.

Written node by node, so that no exporter's version shows in the file: the same weights are the
same bytes. Batch normalisation is folded into the layer before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper

from firmware_host.vision.embedding import EDGE, POINT

OPSET, IR = 13, 8
"""Old enough for every engine that may read it."""


@dataclass(slots=True)
class _Chain:
    """Nodes one after another, and the numbers they use."""

    nodes: list[Any] = field(default_factory=list)
    weights: list[Any] = field(default_factory=list)
    at: str = "patches"

    def node(self, kind: str, *numbers: Any, **how: Any) -> None:
        """One more node, with *numbers* stored under names of their own."""
        names = [f"{kind.lower()}{len(self.nodes)}_{i}" for i in range(len(numbers))]
        for name, values in zip(names, numbers, strict=True):
            array = np.ascontiguousarray(values.detach().numpy(), np.float32)
            self.weights.append(numpy_helper.from_array(array, name))
        out = "points" if kind == "Gemm" else f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, [self.at, *names], [out], **how))
        self.at = out


def written(net: Any) -> bytes:
    """The bytes of a file for *net*: a row of convolutions with their norms, and a last layer."""
    chain = _Chain()
    layers = list(net)
    for layer, following in zip(layers, [*layers[1:], None], strict=True):
        match layer:
            case torch.nn.Conv2d():
                three, padded = [3, 3], [1, 1, 1, 1]
                chain.node("Conv", *_folded(layer, following), kernel_shape=three, pads=padded)
            case torch.nn.ReLU():
                chain.node("Relu")
            case torch.nn.MaxPool2d():
                chain.node("MaxPool", kernel_shape=[2, 2], strides=[2, 2])
            case torch.nn.Flatten():
                chain.node("Flatten")
            case torch.nn.Linear():
                chain.node("Gemm", layer.weight, layer.bias, transB=1)
    return _model(chain.nodes, chain.weights)


def _folded(layer: Any, norm: Any) -> tuple[Any, Any]:
    """Weight and bias of *layer* followed by *norm*, as one layer."""
    by = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return layer.weight * by[:, None, None, None], norm.bias - norm.running_mean * by


def _model(nodes: list[Any], weights: list[Any]) -> bytes:
    kind = onnx.TensorProto.FLOAT
    patches = helper.make_tensor_value_info("patches", kind, ["n", 1, EDGE, EDGE])
    points = helper.make_tensor_value_info("points", kind, ["n", POINT])
    graph = helper.make_graph(nodes, "embedding", [patches], [points], weights)
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="lava-table"
    )
    model.ir_version = IR
    onnx.checker.check_model(model)
    content: bytes = model.SerializeToString(deterministic=True)
    return content
