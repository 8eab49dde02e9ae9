"""What may ail a camera's pictures, in words, with what to do about it.

The codes are those of :class:`firmware_host.vision.facts.Look`: of its ``trouble``, with which
nothing can be read, and of its ``warnings``.
"""

SAYS = {
    "dark": "too dark to read. Is the lamp over the crater on, and the lens uncovered?",
    "overexposed": "overexposed. Is something shining into the lens? Less light, or a shorter "
    "exposure",
    "no_marks": "the four marks on the crater's rim are not seen. Is the whole crater in the "
    "picture, and nothing over the marks? Aim the camera at it again",
    "no_picture": "there is no picture. Look at the camera's cable",
    "cut": "the picture is cut off: a part of it did not arrive. Reseat the camera's cable",
    "dim": "it is rather dark. More light on the crater makes reading surer",
    "reflex": "a lamp is mirrored in the crater. Move it aside, or put paper before it",
    "blurred": "it is out of focus. Wipe the lens with a soft cloth; then turn it until the marks "
    "on the rim are sharp",
    "smeared": "it is blurred {where}, and sharp elsewhere. Wipe the lens with a soft cloth",
    "moved": "the camera or the crater has been moved. Dice are read where it is now; if nobody "
    "moved it, fasten it",
}
"""A sentence for each code; no capital at its beginning and no stop at its end."""


def says(code: str) -> str:
    """The sentence for *code*; what follows its first blank says where: ``smeared on the left``."""
    name, _, where = code.partition(" ")
    return SAYS[name].format(where=where or "in one place") if name in SAYS else code
