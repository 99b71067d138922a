'use client'

import { Share2 } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../ui/dialog.tsx'
import { SHARE_MEANS, type ShareActions, ShareLinks } from './share-links.tsx'

/** Sharing a run from where its result stands; links made before are on the run's own page. */
export function ShareDialog(actions: ShareActions) {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button type="button" variant="outline" size="sm">
          <Share2 aria-hidden /> Share
        </Button>
      </DialogTrigger>
      <DialogContent title="Share this run" description={SHARE_MEANS}>
        <ShareLinks {...actions} />
      </DialogContent>
    </Dialog>
  )
}
