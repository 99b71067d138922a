'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import type { LintFinding } from '#lib/contracts/lint/model/linted-skill.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useAdvice } from './advice/advice-context.tsx'
import { AdviceList, ApplyAllFixes } from './advice/advice-list.tsx'
import { ExamplesSection } from './examples/examples-section.tsx'
import { MarkdownField } from './fields/markdown-field.tsx'
import { TextField } from './fields/text-fields.tsx'
import { ItemList } from './layout/item-list.tsx'
import { StudioSection } from './layout/studio-section.tsx'
import { ConfigSection } from './sections/config-section.tsx'
import { BodySection, FilesSection } from './sections/definition-section.tsx'
import { DetailsSection } from './sections/details-section.tsx'
import { SkillDetailsSection } from './sections/skill-details-section.tsx'
import {
  isWorkbenchSection,
  locationOfPointer,
  type SetSection,
  SKILL_SECTIONS,
  type SkillSection,
  type StudioLocation,
  skillPointer,
  type WorkbenchSection,
} from './state/studio-sections.ts'
import { ChecklistSection } from './submit/checklist-section.tsx'

// Few drafts need these sections, so the studio loads them when they are opened.
const MigrationsSection = dynamic(
  async () => (await import('./sections/migrations-section.tsx')).MigrationsSection,
)
const PackagesSection = dynamic(async () => (await import('./sections/packages-section.tsx')).PackagesSection)
const PermissionsSection = dynamic(
  async () => (await import('./sections/permissions-section.tsx')).PermissionsSection,
)
const StreamSection = dynamic(async () => (await import('./sections/stream-section.tsx')).StreamSection)
const TestSettingsSection = dynamic(
  async () => (await import('./sections/test-settings-section.tsx')).TestSettingsSection,
)

// biome-ignore format: table
const SKILL_SET_VIEWS: Record<SetSection, () => ReactNode> = {
  details:     () => <DetailsSection />,
  config:      () => <ConfigSection />,
  permissions: () => <PermissionsSection />,
  test:        () => <TestSettingsSection />,
  packages:    () => <PackagesSection />,
  migrations:  () => <MigrationsSection />,
  readme:      () => <ReadmeSection />,
  checklist:   () => <ChecklistSection />,
}

// biome-ignore format: table
const SKILL_VIEWS: Record<Exclude<SkillSection, WorkbenchSection>, (location: { skill: number }) => ReactNode> = {
  details:    ({ skill }) => <SkillDetailsSection skill={skill} />,
  body:       ({ skill }) => <BodySection skill={skill} />,
  stream:     ({ skill }) => <StreamSection skill={skill} />,
  buttons:    ({ skill }) => <ButtonsSection skill={skill} />,
  examples:   ({ skill }) => <ExamplesSection skill={skill} />,
  files:      ({ skill }) => <FilesSection skill={skill} />,
  advice:     ({ skill }) => <AdviceSection key={skill} skill={skill} />,
}

export function SectionView({ location }: { location: StudioLocation }) {
  if (location.skill === undefined) return SKILL_SET_VIEWS[location.section]()
  return isWorkbenchSection(location.section) ? null : SKILL_VIEWS[location.section](location)
}

function ReadmeSection() {
  return (
    <StudioSection
      location={{ section: 'readme' }}
      title="Readme & changelog"
      description="The readme is shown on the page of your SkillSet. The changelog lists what is new in this version. Both support Markdown."
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
          placeholder="What changed for users."
        />
      </div>
    </StudioSection>
  )
}

function ButtonsSection({ skill }: { skill: number }) {
  return (
    <StudioSection
      location={{ section: 'buttons', skill }}
      title="Buttons"
      description="Suggested next actions, shown below a result and returned to agents. A payload that is a JSON object runs the skill with it. Any other payload is a message to the agent that uses the skill; on this site, the button copies it."
    >
      <ItemList
        key={skill}
        pointer={`${skillPointer(skill)}/buttons`}
        noun="button"
        empty="Most skills need none."
        newItem={() => ({ label: '', payload: '' })}
      >
        {(pointer) => (
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField pointer={`${pointer}/label`} label="Label" max={50} placeholder="Track package" />
            <TextField
              pointer={`${pointer}/payload`}
              label="Payload"
              max={200}
              isCode
              placeholder="TRACK_PACKAGE"
            />
          </div>
        )}
      </ItemList>
    </StudioSection>
  )
}

function AdviceSection({ skill }: { skill: number }) {
  const advice = useAdvice()
  const findings = advice.findings.bySkill(skill)
  const hidden = advice.hidden.bySkill(skill)
  return (
    <StudioSection
      location={{ section: 'advice', skill }}
      title="Advice"
      description={
        <>
          Suggestions that make the contract easier to use. They do not block publishing.{' '}
          <TextLink href={paths.docsLint}>All rules</TextLink>
        </>
      }
      actions={<ApplyAllFixes findings={findings} />}
    >
      <div className="grid max-w-3xl gap-6">
        {findings.length === 0 && (
          <EmptyState title="No advice">
            {hidden.length > 0 ? 'The remaining advice is hidden.' : 'This contract follows all advice.'}
          </EmptyState>
        )}
        {bySection(findings).map(([section, group]) => (
          <div key={section} className="grid gap-2">
            <h3 className="font-medium text-sm">{SKILL_SECTIONS[section].label}</h3>
            <div className="rounded-lg border border-border bg-card">
              <AdviceList findings={group} />
            </div>
          </div>
        ))}
        {hidden.length > 0 && (
          <Button variant="ghost" size="sm" className="w-fit" onClick={() => advice.show(hidden)}>
            Show hidden advice ({hidden.length})
          </Button>
        )}
      </div>
    </StudioSection>
  )
}

function bySection(findings: readonly LintFinding[]): [SkillSection, LintFinding[]][] {
  const sections = Object.keys(SKILL_SECTIONS) as SkillSection[]
  return sections.flatMap((section): [SkillSection, LintFinding[]][] => {
    const group = findings.filter(({ pointer }) => locationOfPointer(pointer).section === section)
    return group.length > 0 ? [[section, group]] : []
  })
}
