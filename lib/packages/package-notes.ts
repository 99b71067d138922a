import type { BundledPackage } from './model/bundle.ts'

/** Says what the bundled code asks of the sandbox and does not get. */
export function packageNotes(bundled: readonly BundledPackage[]): string[] {
  return bundled.flatMap(({ name, version, uses }) =>
    uses.flatMap((use) => noteOn(`${name} ${version}`, use)),
  )
}

function noteOn(subject: string, use: string): string[] {
  const rest = 'It works as long as your calls do not reach that part.'
  if (use === 'code generation')
    return [`${subject} creates code from text (eval or Function), which fails in the sandbox. ${rest}`]
  if (use.startsWith('missing '))
    return [`${subject} uses ${use.slice('missing '.length)}, which the sandbox does not have. ${rest}`]
  return []
}
