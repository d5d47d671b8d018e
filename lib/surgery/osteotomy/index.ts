export { osteotomy } from './osteotomy.ts';
