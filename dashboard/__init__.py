"""What the pages share: state, inputs, figures, formats. Imports credit_core, never the reverse."""
