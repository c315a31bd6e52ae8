//! Positions and records drawn as text, SVG and PNG.
