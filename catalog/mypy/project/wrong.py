def length(text: str) -> int:
    return text


length(3)
