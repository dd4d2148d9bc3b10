"""Adapters of the engine to PettingZoo and Gymnasium. They hold no rules."""
