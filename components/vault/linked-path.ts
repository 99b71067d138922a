/** What a link in a note means: "../Plan%20B.md#Costs" in "Notes/Today.md" is "Plan B.md". Pure. */
import { folderOf, whyNotVaultPath } from '#lib/contract/vault/vault-path.ts'

/** The file of the vault that an address in the file `from` names; undefined for an address of another kind. */
export function linkedPath(from: string, address: string): string | undefined {
  const [encoded = ''] = address.split(/[?#]/)
  if (encoded === '' || /^([a-z][a-z\d+.-]*:|\/)/i.test(encoded)) return undefined
  const names = folderOf(from).split('/').filter(Boolean)
  for (const name of decoded(encoded).split('/')) {
    if (name === '..' && names.length === 0) return undefined
    if (name === '..') names.pop()
    else if (name !== '.' && name !== '') names.push(name)
  }
  const path = names.join('/')
  return whyNotVaultPath(path) ? undefined : path.normalize('NFC')
}

/** As it is written when its percent signs mean nothing. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
