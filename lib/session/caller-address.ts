/** Where a call comes from, to count attempts by. Floor 4. */
import 'server-only'
import { headers } from 'next/headers'
import { addressFrom } from './address-from.ts'

/** The caller's address, as far as it can be known; never proof of anything. */
export async function callerAddress(): Promise<string> {
  return addressFrom((await headers()).get('x-forwarded-for'))
}
