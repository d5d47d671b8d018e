// The seeded stream of uniform numbers that specs import.

export { mulberry32 } from '#core';
