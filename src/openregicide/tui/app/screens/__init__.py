"""The screens, one at a time, and the dialogs over them."""
