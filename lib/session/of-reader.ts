/** Who reads what is public anyway, and with a key more. Floor 4. */
import 'server-only'
import type { Context } from '../context.ts'
import { contextFromKey } from './from-key.ts'
import { contextOfVisitor } from './of-visitor.ts'

/** No cookie is looked at, so the answer is the same for everybody but holders of a key that may `read`. */
export async function contextOfReader(request: Request): Promise<Context> {
  return request.headers.has('authorization') ? contextFromKey(request, ['read']) : contextOfVisitor()
}
