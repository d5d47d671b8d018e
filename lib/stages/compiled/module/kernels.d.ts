/** The compiled code, in base64. */
declare const code: string;
export default code;
