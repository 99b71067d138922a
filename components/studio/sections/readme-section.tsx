'use client'

import { MarkdownField } from '../fields/markdown-field.tsx'
import { Section } from '../section.tsx'

/** The long texts. */
export function ReadmeSection() {
  return (
    <Section
      place={{ section: 'readme' }}
      title="Readme & changelog"
      description="The readme is the page of your SkillSet; the changelog says what is new in this version. Both are Markdown."
    >
      <div className="grid max-w-4xl gap-6">
        <MarkdownField
          pointer="/readme"
          label="Readme"
          optional
          lines={{ min: 14, max: 40 }}
          placeholder="What the skills are for, and when not to use them."
        />
        <MarkdownField
          pointer="/changelog"
          label="Changelog"
          optional
          lines={{ min: 6, max: 20 }}
          placeholder="What changed for the people who use it."
        />
      </div>
    </Section>
  )
}
