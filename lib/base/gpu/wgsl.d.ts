// A shader file's text: the build and the test runner import it as a string.
declare module '*.wgsl' {
  const text: string;
  export default text;
}
