/** JSON Pointers (RFC 6901): the one way this code says where in a value something is. Ground. */
import { isObject, type Json } from './json.ts'

/** "/a/0/b~1c" for ['a', 0, 'b/c']; "" for the whole value. */
export function toPointer(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The keys of a pointer; [] for the whole value. */
export function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** What `pointer` names in `value`; undefined when there is nothing. Own keys only. */
export function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  let found = value
  for (const key of pointerKeys(pointer)) {
    if (Array.isArray(found)) found = found[Number(key)]
    else if (isObject(found) && Object.hasOwn(found, key)) found = found[key]
    else return undefined
  }
  return found
}
