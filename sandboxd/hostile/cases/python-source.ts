export const main = (body: string) =>
  `def main(args):\n${body
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}`
export const amain = (body: string) => `async ${main(body)}`

/** Why a case runs only in the long suite. */
export const LONG_REASON = 'Its like is in the short run, and each costs two boots of Python.'
