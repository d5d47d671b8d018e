// The seeded stream of uniform numbers, as specs import it.

export { mulberry32 } from '#core';
