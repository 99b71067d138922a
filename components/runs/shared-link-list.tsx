'use client'

import { useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import type { SharedLink } from '#lib/runs/views/run-view.ts'
import { CardList } from '../ui/link-rows.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { OpenLink, type ShareActions } from './share-links.tsx'

type SharedLinkListProps = { links: SharedLink[]; revoke: ShareActions['revoke'] }

export function SharedLinkList({ links, revoke }: SharedLinkListProps) {
  const [ended, setEnded] = useState<readonly string[]>([])
  const open = links.filter(({ id }) => !ended.includes(id))
  if (open.length === 0) return <p className="text-muted-foreground text-sm">All links are ended.</p>
  return (
    <CardList aria-label="Open links">
      {open.map((link) => (
        <li key={link.id} className="grid gap-2 px-4 py-4 text-sm sm:px-5">
          <p className="[overflow-wrap:anywhere]">
            <TextLink href={paths.run(link.run.id)}>{link.run.skillTitle}</TextLink>
            {link.run.title !== undefined && (
              <span className="text-muted-foreground"> · {link.run.title}</span>
            )}
          </p>
          <OpenLink link={link} revoke={revoke} onEnded={() => setEnded([...ended, link.id])} />
        </li>
      ))}
    </CardList>
  )
}
