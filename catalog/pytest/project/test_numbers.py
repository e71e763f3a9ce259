import pytest


@pytest.fixture
def numbers():
    """Three numbers."""
    return [1, 2, 3]


def test_sum(numbers):
    assert sum(numbers) == 6


def test_length(numbers):
    assert len(numbers) == 3
