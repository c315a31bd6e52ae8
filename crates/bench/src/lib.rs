//! The measurements behind 'tengen bench': layouts, rules, engines.
