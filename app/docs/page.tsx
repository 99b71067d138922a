import type { Metadata } from 'next'
import { CHAPTER_GROUPS } from '#components/docs/chapters.ts'
import { Section, Text } from '#components/docs/section.tsx'
import { Page } from '#components/shell/page.tsx'
import { Card, CardContent } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'

export const metadata: Metadata = { title: 'Documentation' }

export default function DocsPage() {
  return (
    <Page width="reading">
      <PageHeader
        title="Documentation"
        description="Guildhall is a marketplace for skills: small, versioned pieces of work with a binding contract for what goes in and what comes out."
      />
      {CHAPTER_GROUPS.map(({ title, chapters }, index) => (
        <Section key={title} id={`chapters-${index}`} title={title}>
          <ul className="grid gap-3 sm:grid-cols-2">
            {chapters.map((chapter) => (
              <li key={chapter.href} className="grid">
                <Card className="relative transition-colors focus-within:border-ring hover:border-primary">
                  <CardContent className="grid gap-1">
                    <h3 className="font-medium">
                      <Link href={chapter.href} className="after:absolute after:inset-0">
                        {chapter.title}
                      </Link>
                    </h3>
                    <p className="text-pretty text-muted-foreground text-sm">{chapter.text}</p>
                  </CardContent>
                </Card>
              </li>
            ))}
          </ul>
        </Section>
      ))}

      <Section id="using" title="Using a skill">
        <Text>
          <p>
            Find a skill in the <Link href={paths.home}>catalogue</Link> and open its page. The form on it is
            drawn from the skill’s contract: required fields are marked, examples fill the form with one
            click, and what you type is checked before anything runs. Anyone who is signed in may run a public
            skill; installing is not needed.
          </p>
          <ol>
            <li>
              Fill the form and press Run. If something is wrong, the field says what, and nothing runs.
            </li>
            <li>
              Small mismatches are converted where nothing is lost, such as the text “42” where a number is
              expected. Each conversion is shown with the result.
            </li>
            <li>
              The skill runs in its own sandbox. It sees nothing of yours but the input, and reaches only the
              hosts named on its page. Its result is checked against the contract before you see it.
            </li>
            <li>
              Every run is kept under <Link href={paths.runs}>Runs</Link>: run it again with edited input,
              save the input as a preset, or share the run by a link that you can revoke.
            </li>
          </ol>
        </Text>
      </Section>

      <Section id="organisations" title="Organisations, installing and configuration">
        <Text>
          <p>
            You always act for an organisation: your own personal one, or others that you create and invite
            people to by a link. An organisation <em>installs</em> a SkillSet to pin its version or follow its
            updates; before an upgrade you see what changes.
          </p>
          <p>
            Some SkillSets ask for configuration, for example a language or an API key. Values belong to your
            organisation and are encrypted. Secrets are never shown again, never reach the skill’s code in
            plain form unless the publisher asks for it and you agree, and are redacted from outputs, logs and
            errors.
          </p>
        </Text>
      </Section>

      <Section id="words" title="Glossary">
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[9rem_1fr]">
          {WORDS.map(([word, meaning]) => (
            <div key={word} className="contents">
              <dt className="font-medium">{word}</dt>
              <dd className="-mt-2 text-muted-foreground sm:mt-0">{meaning}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </Page>
  )
}

const WORDS = [
  ['Skill', 'One piece of work: a function with a contract, or a page of instructions.'],
  ['SkillSet', 'Skills that belong together. They share a version, configuration and permissions.'],
  ['Publisher', 'Who publishes SkillSets, under a handle: the first part of every skill’s full name.'],
  [
    'Contract',
    'What a skill accepts (parameters) and what it promises to return (response), as JSON Schema.',
  ],
  ['Version', 'A published, numbered snapshot of a SkillSet. It never changes afterwards.'],
  ['Run', 'One call of one skill: its input, result, logs, duration and cost.'],
]
