/** Words that people use for the same thing, a group per line. A synonym finds a skill, but ranks below the word itself. */
const GROUPS = `
  csv spreadsheet excel xlsx
  picture image photo
  convert transform
  translate translation
  movie film
  buy purchase
  song music track
  car vehicle
  delete remove
  price cost
  email mail
  weather forecast
  summary summarize tldr
  currency exchange
  chart graph plot
  phone telephone
  doctor physician
  lawyer attorney
  password passphrase
  url link
  dedupe deduplicate duplicates
`

const synonyms = new Map<string, string[]>()
for (const line of GROUPS.trim().split('\n')) {
  const group = line.trim().split(' ')
  for (const word of group)
    synonyms.set(
      word,
      group.filter((other) => other !== word),
    )
}

export function synonymsOf(word: string): readonly string[] {
  return synonyms.get(word) ?? []
}
