export type Channels = { onSite: boolean; byEmail: boolean; byWebhook: boolean }

type TopicSpec = {
  label: string
  description: string
  forAdmins?: true
  /** A thief of the session must not turn it off. */
  isAlwaysSent?: true
  byEmail: boolean
  kinds: readonly string[]
}

// biome-ignore format: table
export const TOPICS = {
  reviews:      { label: 'Reviews',             byEmail: true,  kinds: ['submission.approved', 'submission.changes_asked', 'submission.rejected', 'submission.comment', 'submission.staged', 'appeal.upheld', 'appeal.overturned', 'appeal.moot', 'publisher.verified', 'publisher.unverified'], description: 'Decisions and comments on what you submitted, and outcomes of appeals.' },
  failing:      { label: 'Failing skills',      byEmail: true,  kinds: ['skill.failing', 'example.failing', 'rollout.returned', 'rollout.inconclusive'], description: 'A skill of yours began to fail for its users, or an example in its nightly check, or a rollout was stopped or cannot be judged.' },
  behaviour:    { label: 'New behaviour',       byEmail: true,  kinds: ['version.behaviour', 'version.resumed'], description: 'A version that you publish, or of this site if you are an admin, did something for the first time.' },
  recalls:      { label: 'Recalls',             byEmail: true,  kinds: ['version.yanked', 'version.deprecated', 'version.restored', 'version.returned', 'restriction.begun', 'restriction.ended', 'quarantine.begun', 'quarantine.ended', 'version.recalled', 'recall.retracted'], description: 'What you use or publish was recalled, taken down, put into quarantine, deprecated, hidden or suspended.' },
  consent:      { label: 'Updates',             byEmail: true,  kinds: ['install.waiting', 'replay.changes'], description: 'A SkillSet you installed has an update that needs your consent, or a submitted version would change results of your organisation.' },
  failures:     { label: 'Failures',            byEmail: true,  kinds: ['plan.failed', 'plan.approval', 'automation.failed', 'automation.paused', 'automation.waiting', 'webhook.paused'], description: 'A plan, automation or webhook of yours failed, was paused, or waits for your confirmation.' },
  results:      { label: 'Finished work',       byEmail: false, kinds: ['plan.succeeded', 'batch.ended', 'rollout.finished'], description: 'A plan, a batch or a rollout of yours has finished.' },
  money:        { label: 'Balance and budget',  byEmail: true,  kinds: ['wallet.low', 'budget.used', 'key.confirmation', 'credit.granted', 'credit.declined'], description: 'Your balance is low, a daily cap is used up, a key asks to spend more, or your request for credit was answered.' },
  payouts:      { label: 'Payouts',             byEmail: true,  kinds: ['payout.paid', 'payout.declined'], description: 'A payout of your earnings was made or declined.' },
  ratings:      { label: 'Ratings and messages', byEmail: true, kinds: ['rating.added', 'publisher.message'], description: 'Someone rated a SkillSet of yours, or wrote to you through your public page.' },
  accounts:     { label: 'Connected accounts',  byEmail: true,  kinds: ['integration.broken', 'integration.rejected'], description: 'A service no longer accepts an account that your organisation has connected.' },
  organisation: { label: 'Organisation',        byEmail: false, kinds: ['member.joined', 'organisation.limits'], description: 'Someone joined an organisation that you manage, or an admin changed its limits.' },
  transfers:    { label: 'Transfers',           byEmail: true,  kinds: ['transfer.offered', 'transfer.accepted', 'transfer.declined', 'transfer.cancelled', 'install.owner_changed'], description: 'A publisher or SkillSet is offered to your organisation, changes its owner, or a SkillSet you installed has a new owner.' },
  account:      { label: 'Your account',        byEmail: true,  kinds: ['account.factor_removed', 'account.wrong_codes', 'account.sign_in_linked', 'account.sign_in_unlinked', 'account.access_revoked', 'account.password_reset'], description: 'How you sign in was changed, or someone tried to sign in as you.', isAlwaysSent: true },
  reports:      { label: 'Reports',             byEmail: true,  kinds: ['report.answered'], description: 'Answers to what you reported.' },
  requests:     { label: 'Requests to admins',  byEmail: true,  kinds: ['submission.submitted', 'report.made', 'credit.requested', 'payout.requested', 'verification.requested', 'appeal.opened', 'reset.requested', 'recall.proposed', 'recall.retraction_proposed'], description: 'New submissions, reports, proposed recalls, and requests for credit, payouts, verification, appeals or a new password.', forAdmins: true },
} as const satisfies Record<string, TopicSpec>

export type Topic = keyof typeof TOPICS

export const TOPIC_NAMES = Object.keys(TOPICS) as Topic[]

/** Every kind of notice; each belongs to one topic. */
export type NoticeKind = (typeof TOPICS)[Topic]['kinds'][number]

export const NOTICE_KINDS: readonly NoticeKind[] = TOPIC_NAMES.flatMap((topic) => [...TOPICS[topic].kinds])

/** Returns null for a kind of a later version, whose rows this one may read after it was rolled back. */
export function parseNoticeKind(text: string): NoticeKind | null {
  return NOTICE_KINDS.find((kind) => kind === text) ?? null
}

/** Mails that are not also notices: links to prove an address, and news about one’s own account. */
const MAIL_ONLY_KINDS = [
  'account.change_email',
  'account.deleted',
  'account.email_changed',
  'account.factor_added',
  'account.invitation',
  'account.reset',
  'account.suspended',
  'account.verify',
] as const

export type MailKind = NoticeKind | (typeof MAIL_ONLY_KINDS)[number]

const TOPIC_OF = Object.fromEntries(
  TOPIC_NAMES.flatMap((topic) => TOPICS[topic].kinds.map((kind) => [kind, topic])),
) as Record<NoticeKind, Topic>

export function isAlwaysSent(topic: Topic): boolean {
  return 'isAlwaysSent' in TOPICS[topic]
}

export function topicOf(kind: NoticeKind): Topic {
  return TOPIC_OF[kind]
}

export function defaultChannels(topic: Topic): Channels {
  return { onSite: true, byEmail: TOPICS[topic].byEmail, byWebhook: false }
}

export function isTopic(text: string): text is Topic {
  return Object.hasOwn(TOPICS, text)
}
