// The parts of a worst case's picture → their colours as CSS writes them, for the picture and for its key.

export const caseColours = { piece: '#e0218a', point: '#f2b705', opposite: '#19a7a0', line: '#101418' };
