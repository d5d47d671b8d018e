// The parts of a worst case's picture → their CSS colours, for the picture and its key.

export const caseColours = { piece: '#e0218a', point: '#f2b705', opposite: '#19a7a0', line: '#101418' };
