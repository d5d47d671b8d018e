// Why a competitor cannot take a mesh that the others take → a separate error class, so no bug passes for a refusal.

export class Refusal extends Error {}
