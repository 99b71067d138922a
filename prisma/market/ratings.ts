/** Ratings of the demo market, given by its own demo accounts after real runs. */

export type DemoRating = {
  by: string
  /** publisher.skillset; the rater runs the first example of its first skill. */
  skillSet: string
  points: number
  comment: string
}

// biome-ignore format: table
export const RATINGS: DemoRating[] = [
  { by: 'user@demo.local',      skillSet: 'guildhall.text_tools',     points: 5, comment: 'Counts an emoji as one character, as my readers would.' },
  { by: 'studio@demo.local',    skillSet: 'guildhall.text_tools',     points: 4, comment: 'Tidy tables. I wish it compared by word as well.' },
  { by: 'user@demo.local',      skillSet: 'ledgerworks.office_math',  points: 5, comment: 'The total adds up to the cent, with the tax for each rate next to it.' },
  { by: 'publisher@demo.local', skillSet: 'northlight.design_checks', points: 5, comment: 'Names the nearest colour that passes, so there is no guessing.' },
  { by: 'user@demo.local',      skillSet: 'northlight.design_checks', points: 4, comment: '' },
]
