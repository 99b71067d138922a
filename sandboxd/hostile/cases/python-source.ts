export const main = (body: string) =>
  `def main(args):\n${body
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}`
export const amain = (body: string) => `async ${main(body)}`

export const LONG_REASON = 'Its like is in the short run, and each costs two boots of Python.'
