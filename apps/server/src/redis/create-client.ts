// The bundle splits at an import at run time, where it finds no names of a package in CommonJS. Of a module like this it does.
export { createClient } from '@redis/client';
