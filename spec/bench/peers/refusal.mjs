// Why a competitor cannot take a mesh that the others take → an error of its own, so that no mistake passes for one.

export class Refusal extends Error {}
