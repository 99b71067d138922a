/** What the people of the demo market say of each other's SkillSets, having run them: nobody else's opinion is made up. */

export type DemoRating = {
  by: string
  /** publisher.skillset; who rates runs the first example of its first skill. */
  skillSet: string
  points: number
  words: string
}

// biome-ignore format: a table reads in rows
export const RATINGS: DemoRating[] = [
  { by: 'user@demo.local',      skillSet: 'guildhall.text_tools',     points: 5, words: 'Counts an emoji as one character, as my readers would.' },
  { by: 'studio@demo.local',    skillSet: 'guildhall.text_tools',     points: 4, words: 'Tidy tables. I wish it compared by word as well.' },
  { by: 'user@demo.local',      skillSet: 'ledgerworks.office_math',  points: 5, words: 'The total adds up to the cent, and the tax of each rate stands beside it.' },
  { by: 'publisher@demo.local', skillSet: 'northlight.design_checks', points: 5, words: 'Names the nearest colour that passes, so nobody has to guess.' },
  { by: 'user@demo.local',      skillSet: 'northlight.design_checks', points: 4, words: '' },
]
