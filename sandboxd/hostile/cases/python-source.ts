/** How the cases in Python are written. */
/** The handler with this body. */
export const main = (body: string) =>
  `def main(args):\n${body
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}`
export const amain = (body: string) => `async ${main(body)}`

/** Why a case waits for the long run. */
export const LIKE = 'Its like is in the short run, and each costs two boots of Python.'
