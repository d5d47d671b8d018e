/** The module without WebAssembly: the host's functions → an instance's exports, like those of kernels. */
export default function instantiate(host: object): object;
