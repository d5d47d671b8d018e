// A `.wgsl` file → a module whose default export is the file's text.

export default { process: (text) => ({ code: `export default ${JSON.stringify(text)};` }) };
