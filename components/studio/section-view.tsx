'use client'

import type { ReactNode } from 'react'
import { AdviceSection } from './advice/advice-section.tsx'
import { SchemaSection } from './schema/schema-section.tsx'
import { ButtonsSection } from './sections/buttons-section.tsx'
import { ChecklistSection } from './sections/checklist-section.tsx'
import { ConfigSection } from './sections/config-section.tsx'
import { BodySection, DefinitionSection } from './sections/definition-section.tsx'
import { DetailsSection } from './sections/details-section.tsx'
import { ExamplesSection } from './sections/examples-section.tsx'
import { FilesSection } from './sections/files-section.tsx'
import { MigrationsSection } from './sections/migrations-section.tsx'
import { PermissionsSection } from './sections/permissions-section.tsx'
import { ReadmeSection } from './sections/readme-section.tsx'
import { SkillDetailsSection } from './sections/skill-details-section.tsx'
import { TrySection } from './sections/try-section.tsx'
import { type Place, placeId, type SetSection, type SkillSection } from './sections.ts'

// biome-ignore format: a table reads in rows
const OF_SET: Record<SetSection, () => ReactNode> = {
  details:     () => <DetailsSection />,
  config:      () => <ConfigSection />,
  permissions: () => <PermissionsSection />,
  migrations:  () => <MigrationsSection />,
  readme:      () => <ReadmeSection />,
  checklist:   () => <ChecklistSection />,
}

// biome-ignore format: a table reads in rows
const OF_SKILL: Record<SkillSection, (place: Place & { skill: number }) => ReactNode> = {
  details:    ({ skill }) => <SkillDetailsSection skill={skill} />,
  definition: ({ skill }) => <DefinitionSection skill={skill} />,
  body:       ({ skill }) => <BodySection skill={skill} />,
  parameters: (place) => <SchemaSection key={placeId(place)} place={place} which="parameters" />,
  response:   (place) => <SchemaSection key={placeId(place)} place={place} which="response" />,
  buttons:    ({ skill }) => <ButtonsSection skill={skill} />,
  examples:   ({ skill }) => <ExamplesSection skill={skill} />,
  files:      ({ skill }) => <FilesSection skill={skill} />,
  advice:     ({ skill }) => <AdviceSection key={skill} skill={skill} />,
  try:        ({ skill }) => <TrySection key={skill} skill={skill} />,
}

/** The section of a place. */
export function SectionView({ place }: { place: Place }) {
  return place.skill === undefined ? OF_SET[place.section]() : OF_SKILL[place.section](place)
}
