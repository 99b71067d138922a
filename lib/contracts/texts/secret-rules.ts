/**
 * Formats of credentials, in the manner of the rules of gitleaks (github.com/gitleaks/gitleaks, MIT). Every quantifier
 * is bounded or cannot overlap its neighbours, so that a search takes linear time. `name` follows "looks like".
 */

export type SecretRule = {
  id: string
  name: string
  /** The first group is the secret, if there is one. */
  pattern: RegExp
}

// biome-ignore format: table
export const SECRET_RULES: readonly SecretRule[] = [
  { id: 'private-key',      name: 'a private key',                pattern: /-----BEGIN[ A-Z]{0,24}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr]|["'`,+]){0,20}((?:[A-Za-z][\w-]{1,20}: [^\n\\]{1,80}(?:\s|\\[nr]){1,8}){0,6}[A-Za-z0-9+/=]{24,})/g },
  { id: 'age',              name: 'an age secret key',            pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{50,70}\b/g },
  { id: 'aws-key-id',       name: 'an AWS access key',            pattern: /\b((?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16})\b/g },
  { id: 'aws-secret',       name: 'an AWS secret access key',     pattern: /aws.{0,20}?secret.{0,30}?[:=]\s{0,4}["'`]?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi },
  { id: 'azure-storage',    name: 'an Azure storage key',         pattern: /\bAccountKey=([A-Za-z0-9+/]{86}==)/g },
  { id: 'google-api-key',   name: 'a Google API key',             pattern: /\b(AIza[\w-]{35})(?![\w-])/g },
  { id: 'google-oauth',     name: 'a Google OAuth secret',        pattern: /\b(GOCSPX-[\w-]{28})(?![\w-])/g },
  { id: 'google-token',     name: 'a Google access token',        pattern: /\b(ya29\.[\w-]{40,})/g },
  { id: 'stripe',           name: 'a Stripe key',                 pattern: /\b((?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{10,250})\b/g },
  { id: 'stripe-webhook',   name: 'a webhook signing secret',     pattern: /\b(whsec_[A-Za-z0-9+/=]{24,})/g },
  { id: 'github',           name: 'a GitHub token',               pattern: /\b(gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{50,251})\b/g },
  { id: 'gitlab',           name: 'a GitLab token',               pattern: /\b(gl(?:pat|dt|rt|ptt|cbt|agent|soat|ft)-[\w-]{20,64})(?![\w-])/g },
  { id: 'bitbucket',        name: 'an Atlassian token',           pattern: /\b(AT(?:ATT|BB|CTT)[A-Za-z0-9_=-]{28,250})/g },
  { id: 'slack',            name: 'a Slack token',                pattern: /\b(xox[abeoprs](?:\.xox[a-z])?-[A-Za-z0-9-]{10,250}|xapp-\d-[A-Z0-9]{8,}-\d{8,}-[a-f0-9]{32,})/g },
  { id: 'slack-webhook',    name: 'a Slack webhook URL',          pattern: /(https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/]{20,80})/g },
  { id: 'discord-webhook',  name: 'a Discord webhook URL',        pattern: /(https:\/\/(?:\w{1,8}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{16,20}\/[\w-]{40,80})/g },
  { id: 'discord',          name: 'a Discord bot token',          pattern: /\b([MNO][A-Za-z0-9]{23,25}\.[\w-]{6}\.[\w-]{27,38})(?![\w-])/g },
  { id: 'telegram',         name: 'a Telegram bot token',         pattern: /(?<!\d)(\d{8,10}:A[A-Za-z0-9_-]{34})(?![\w-])/g },
  { id: 'anthropic',        name: 'an Anthropic key',             pattern: /\b(sk-ant-[\w-]{20,200})/g },
  { id: 'openai',           name: 'an OpenAI key',                pattern: /\b(sk-(?:proj|svcacct|admin|None)-[\w-]{20,250}|sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|sk-[A-Za-z0-9]{32,64})(?![\w-])/g },
  { id: 'openrouter',       name: 'an OpenRouter key',            pattern: /\b(sk-or-v1-[a-f0-9]{64})\b/g },
  { id: 'huggingface',      name: 'a Hugging Face token',         pattern: /\b((?:hf|api_org)_[A-Za-z]{34})\b/g },
  { id: 'groq',             name: 'a Groq key',                   pattern: /\b(gsk_[A-Za-z0-9]{48,60})\b/g },
  { id: 'perplexity',       name: 'a Perplexity key',             pattern: /\b(pplx-[A-Za-z0-9]{40,60})\b/g },
  { id: 'xai',              name: 'an xAI key',                   pattern: /\b(xai-[A-Za-z0-9]{70,90})\b/g },
  { id: 'replicate',        name: 'a Replicate token',            pattern: /\b(r8_[A-Za-z0-9]{37})\b/g },
  { id: 'npm',              name: 'an npm token',                 pattern: /\b(npm_[A-Za-z0-9]{36})\b|\/\/[\w.-]{3,80}\/:_(?:authToken|password|auth)\s{0,3}=\s{0,3}["']?([\w+/=.-]{16,200})/g },
  { id: 'pypi',             name: 'a PyPI token',                 pattern: /\b(pypi-AgE[\w-]{50,250})/g },
  { id: 'rubygems',         name: 'a RubyGems key',               pattern: /\b(rubygems_[a-f0-9]{48})\b/g },
  { id: 'docker',           name: 'a Docker token',               pattern: /\b(dckr_(?:pat|oat)_[\w-]{27,40})/g },
  { id: 'sendgrid',         name: 'a SendGrid key',               pattern: /\b(SG\.[\w-]{16,32}\.[\w-]{32,64})(?![\w-])/g },
  { id: 'mailgun',          name: 'a Mailgun key',                pattern: /\b(key-[a-f0-9]{32})\b/g },
  { id: 'mailchimp',        name: 'a Mailchimp key',              pattern: /\b([a-f0-9]{32}-us\d{1,2})\b/g },
  { id: 'brevo',            name: 'a Brevo key',                  pattern: /\b(xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16})\b/g },
  { id: 'resend',           name: 'a Resend key',                 pattern: /\b(re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30})\b/g },
  { id: 'twilio',           name: 'a Twilio key',                 pattern: /\b(SK[0-9a-f]{32})\b/g },
  { id: 'shopify',          name: 'a Shopify token',              pattern: /\b(shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32})\b/g },
  { id: 'square',           name: 'a Square token',               pattern: /\b(sq0(?:atp|csp)-[\w-]{22,43}|EAAA[\w-]{60})(?![\w-])/g },
  { id: 'digitalocean',     name: 'a DigitalOcean token',         pattern: /\b(do[opr]_v1_[a-f0-9]{64})\b/g },
  { id: 'databricks',       name: 'a Databricks token',           pattern: /\b(dapi[a-f0-9]{32})(?:-\d)?\b/g },
  { id: 'hashicorp',        name: 'a HashiCorp token',            pattern: /\b(hv[sbr]\.[\w-]{24,250}|[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,80})/g },
  { id: 'doppler',          name: 'a Doppler token',              pattern: /\b(dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{40,80})/g },
  { id: 'supabase',         name: 'a Supabase token',             pattern: /\b(sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,60})/g },
  { id: 'vercel',           name: 'a Vercel token',               pattern: /\b(vc[piark]_[A-Za-z0-9]{24,64})\b/g },
  { id: 'fly',              name: 'a Fly.io token',               pattern: /\b(fo1_[\w-]{43}|fm[12][ar]?_[A-Za-z0-9+/=]{100,})/g },
  { id: 'netlify',          name: 'a Netlify token',              pattern: /\b(nfp_[A-Za-z0-9]{36})\b/g },
  { id: 'linear',           name: 'a Linear key',                 pattern: /\b(lin_(?:api|oauth)_[A-Za-z0-9]{32,64})\b/g },
  { id: 'notion',           name: 'a Notion token',               pattern: /\b(ntn_[A-Za-z0-9]{40,50}|secret_[A-Za-z0-9]{43})\b/g },
  { id: 'airtable',         name: 'an Airtable token',            pattern: /\b(pat[A-Za-z0-9]{14}\.[a-f0-9]{64})\b/g },
  { id: 'postman',          name: 'a Postman key',                pattern: /\b(PMAK-[a-f0-9]{24}-[a-f0-9]{34})\b/g },
  { id: 'figma',            name: 'a Figma token',                pattern: /\b(figd_[\w-]{38,44})(?![\w-])/g },
  { id: 'sentry',           name: 'a Sentry token',               pattern: /\b(sntry[su]_[\w+/=-]{60,300})/g },
  { id: 'newrelic',         name: 'a New Relic key',              pattern: /\b(NRAK-[A-Z0-9]{27})\b/g },
  { id: 'grafana',          name: 'a Grafana token',              pattern: /\b(glsa_[A-Za-z0-9]{32}_[a-fA-F0-9]{8}|glc_[A-Za-z0-9+/]{32,250})/g },
  { id: 'dropbox',          name: 'a Dropbox token',              pattern: /\b(sl\.[A-Za-z0-9_-]{130,200})/g },
  { id: 'guildhall',        name: 'an API key of Guildhall',      pattern: /\b(gh_[\w-]{43})(?![\w-])/g },
  { id: 'heroku',           name: 'a Heroku key',                  pattern: /\b(HRKU-[\w-]{36,70})(?![\w-])/g },
  { id: 'mapbox',           name: 'a Mapbox secret token',         pattern: /\b(sk\.eyJ[\w-]{20,200}\.[\w-]{20,60})(?![\w-])/g },
  { id: 'pinecone',         name: 'a Pinecone key',                pattern: /\b(pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,80})\b/g },
  { id: 'langsmith',        name: 'a LangSmith key',               pattern: /\b(lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10})\b/g },
  { id: 'tavily',           name: 'a Tavily key',                  pattern: /\b(tvly-(?:dev-|prod-)?[A-Za-z0-9]{20,50})\b/g },
  { id: 'firecrawl',        name: 'a Firecrawl key',               pattern: /\b(fc-[a-f0-9]{32})\b/g },
  { id: 'elevenlabs',       name: 'an ElevenLabs key',             pattern: /\b(sk_[a-f0-9]{48})\b/g },
  { id: 'cerebras',         name: 'a Cerebras key',                pattern: /\b(csk-[a-z0-9]{40,60})\b/g },
  { id: 'fireworks',        name: 'a Fireworks key',               pattern: /\b(fw_[A-Za-z0-9]{22,40})\b/g },
  { id: 'jina',             name: 'a Jina key',                    pattern: /\b(jina_[A-Za-z0-9]{50,70})\b/g },
  { id: 'voyage',           name: 'a Voyage key',                  pattern: /\b(pa-[\w-]{43})(?![\w-])/g },
  { id: 'planetscale',      name: 'a PlanetScale secret',          pattern: /\b(pscale_(?:tkn|pw|oauth)_[\w.=-]{32,64})/g },
  { id: 'neon',             name: 'a Neon key',                    pattern: /\b(napi_[a-z0-9]{50,80})\b/g },
  { id: 'tailscale',        name: 'a Tailscale key',               pattern: /\b(tskey-[a-z]{2,12}-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{20,64})\b/g },
  { id: 'sourcegraph',      name: 'a Sourcegraph token',           pattern: /\b(sgp_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40})\b/g },
  { id: 'circleci',         name: 'a CircleCI token',              pattern: /\b(CCI(?:PAT|PRJ)_[A-Za-z0-9]{20,24}_[a-f0-9]{40})\b/g },
  { id: 'buildkite',        name: 'a Buildkite token',             pattern: /\b(bk(?:ua|aa|ct)_[a-f0-9]{40})\b/g },
  { id: 'contentful',       name: 'a Contentful token',            pattern: /\b(CFPAT-[\w-]{43})(?![\w-])/g },
  { id: 'hubspot',          name: 'a HubSpot token',               pattern: /\b(pat-(?:na|eu|ap)\d-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12})\b/g },
  { id: 'asana',            name: 'an Asana token',                pattern: /\b(\d\/\d{10,20}(?:\/\d{10,20})?:[a-f0-9]{32})\b/g },
  { id: 'dynatrace',        name: 'a Dynatrace token',             pattern: /\b(dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64})\b/g },
  { id: 'typeform',         name: 'a Typeform token',              pattern: /\b(tfp_[\w.=-]{40,70})/g },
  { id: 'sonar',            name: 'a SonarQube token',             pattern: /\b(sq[pua]_[a-f0-9]{40})\b/g },
  { id: 'posthog',          name: 'a PostHog personal key',        pattern: /\b(phx_[A-Za-z0-9]{40,60})\b/g },
  { id: 'alibaba',          name: 'an Alibaba Cloud key',          pattern: /\b(LTAI[A-Za-z0-9]{12,24})\b/g },
  { id: 'tencent',          name: 'a Tencent Cloud key',           pattern: /\b(AKID[A-Za-z0-9]{32})\b/g },
  { id: 'yandex',           name: 'a Yandex Cloud key',            pattern: /\b(AQVN[\w-]{35,38})(?![\w-])/g },
  { id: 'onepassword',      name: 'a 1Password service token',     pattern: /\b(ops_eyJ[\w+/=-]{150,2000})/g },
  { id: 'artifactory',      name: 'an Artifactory key',            pattern: /\b(AKC[a-z0-9][A-Za-z0-9]{60,80})\b/g },
  { id: 'facebook',         name: 'a Facebook token',              pattern: /\b(EAA[A-Za-z0-9]{90,300})\b/g },
  { id: 'flutterwave',      name: 'a Flutterwave key',             pattern: /\b(FLWSECK(?:_TEST)?-[a-z0-9]{12,40}-X)\b/g },
  { id: 'razorpay',         name: 'a Razorpay key',                pattern: /\b(rzp_live_[A-Za-z0-9]{14})\b/g },
  { id: 'braintree',        name: 'a Braintree token',             pattern: /\b(access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32})\b/g },
  { id: 'plaid',            name: 'a Plaid token',                 pattern: /\b(access-(?:production|development|sandbox)-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12})\b/g },
  { id: 'live-key',         name: 'a live key',                    pattern: /(?<![\w-])((?:shippo_)?live_(?:[A-Za-z0-9]{30}|[a-f0-9]{35}|[a-f0-9]{40}))\b/g },
  { id: 'easypost',         name: 'an EasyPost key',               pattern: /\b(EZAK[A-Za-z0-9]{54})\b/g },
  { id: 'clickup',          name: 'a ClickUp token',               pattern: /\b(pk_\d{6,10}_[A-Z0-9]{32})\b/g },
  { id: 'azure-secret',     name: 'an Azure client secret',        pattern: /(?<![\w~.-])([\w~.-]{3}\dQ~[\w~.-]{31,34})(?![\w~.-])/g },
  { id: 'azure-signature',  name: 'a signed Azure URL',            pattern: /[?&;]sig=([A-Za-z0-9%+/=]{43,64})(?![A-Za-z0-9%+/=])/g },
  { id: 'teams-webhook',    name: 'a Teams webhook URL',           pattern: /(https:\/\/[\w-]{1,60}\.webhook\.office\.com\/webhookb2\/[\w@/-]{60,250})/g },
  { id: 'zapier-webhook',   name: 'a Zapier webhook URL',          pattern: /(https:\/\/hooks\.zapier\.com\/hooks\/catch\/\d{4,12}\/[a-z0-9]{5,12})/g },
  { id: 'firebase',         name: 'a Firebase server key',         pattern: /\b(AAAA[\w-]{7}:APA91b[\w-]{130,150})/g },
  { id: 'gitlab-runner',    name: 'a GitLab runner token',         pattern: /\b(GR1348941[\w-]{20})(?![\w-])/g },
  { id: 'crates',           name: 'a crates.io token',             pattern: /\b(cio[A-Za-z0-9]{32})\b/g },
  { id: 'nuget',            name: 'a NuGet key',                   pattern: /\b(oy2[a-z0-9]{43})\b/g },
  { id: 'okta',             name: 'an Okta token',                 pattern: /\bSSWS\s{1,3}(00[\w-]{38,42})(?![\w-])/g },
  { id: 'ethereum',         name: 'the key of a wallet',           pattern: /(?:wallet|private_?key|toaccount)[^\n"'`]{0,30}["'`]((?:0x)?[0-9a-f]{64})["'`]/gi },
  { id: 'node-url',         name: 'the URL of a blockchain node with its key', pattern: /(https:\/\/[\w.-]{1,60}\.(?:infura\.io|g\.alchemy\.com)\/v\d\/[\w-]{32})(?![\w-])/g },
  { id: 'putty',            name: 'a private key',                 pattern: /PuTTY-User-Key-File-\d:[\s\S]{0,2000}?Private-Lines: \d{1,3}\s{1,4}([A-Za-z0-9+/=]{24,})/g },
  { id: 'encoded-key',      name: 'a private key in base64',       pattern: /\b(LS0tLS1CRUdJTiB(?:QUklWQVRFIEtFW|SU0EgUFJJVkFURSBLRV|FQyBQUklWQVRFIEtFW|PUEVOU1NIIFBSSVZBVEUgS0V|FTkNSWVBURUQgUFJJVkFURSBLRV|EU0EgUFJJVkFURSBLRV)[A-Za-z0-9+/=]{24,})/g },
  { id: 'netrc',            name: 'a password',                    pattern: /\bmachine\s{1,8}\S{1,200}\s{1,20}login\s{1,8}\S{1,100}\s{1,20}password\s{1,8}(\S{8,200})/g },
  { id: 'connection-string', name: 'a password in a connection string', pattern: /;\s{0,3}(?:password|pwd|accesskey|sharedaccesskey)\s{0,3}=\s{0,3}([^\s;"'`{}]{8,200})/gi },
  { id: 'query-key',        name: 'a key in a URL',                pattern: /[?&](?:[\w-]{0,20}[_-])?(?:api_?key|key|token|secret|password|appid|app_id|auth|code)=([\w.~%+/=-]{16,300})/gi },
  { id: 'header-value',     name: 'a secret',                      pattern: /["'`][\w-]{0,30}(?:api[_-]?key|secret|token|password|authorization)[\w-]{0,30}["'`]\s{0,4},\s{0,4}["'`](?:bearer\s{1,3}|basic\s{1,3})?([^\s"'`]{12,300})["'`]/gi },
  { id: 'basic-pair',       name: 'a user with a password',        pattern: /\b(?:btoa|b64encode|Buffer\.from)\(\s{0,4}b?["'`][^\s:"'`]{1,80}:([^\s"'`]{8,200})["'`]/g },
  { id: 'yaml-value',       name: 'a secret',                      pattern: /name:\s{0,4}["']?[A-Z0-9_]{0,60}(?:KEY|SECRET|TOKEN|PASSWORD)[A-Z0-9_]{0,40}["']?\s{1,40}value:\s{0,4}["']?([^\s"'`]{8,200})/g },
  { id: 'mnemonic',          name: 'the recovery phrase of a wallet', pattern: /(?:mnemonic|(?:seed|recovery)[_ -]?phrase)["'`]?\s{0,4}[:=]\s{0,4}["'`]((?:[a-z]{3,8} ){11,23}[a-z]{3,8})["'`]/gi },
  { id: 'jwt',              name: 'a signed token (JWT)',         pattern: /(?<![\w-])(eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,})/g },
  { id: 'url-password',     name: 'a URL with a password',        pattern: /\b[a-z][a-z0-9+]{1,20}:\/\/[^\s/:@"'`<>{}$]{0,80}:([^\s/@"'`<>{}$]{4,120})@[\w.-]{3,200}/gi },
  { id: 'bearer',           name: 'an access token',              pattern: /\b(?:Bearer|Basic|Token)\s{1,3}([A-Za-z0-9_+/=.~-]{20,400})/g },
]

/** Rules whose pattern also matches harmless text: the secret must look random too. */
export const UNCERTAIN_RULES: readonly string[] = [
  'bearer',
  'url-password',
  'aws-secret',
  'npm',
  'openai',
  'notion',
  'netrc',
  'connection-string',
  'query-key',
  'header-value',
  'basic-pair',
  'yaml-value',
  'alibaba',
  'live-key',
  'voyage',
  'jina',
  'azure-secret',
  'crates',
]

/**
 * A secret that is assigned to a name that says so: `apiKey: "…"`, `password = "…"`, `"client_secret": "…"`. Such a value
 * also has to look random. A token that names a page of a list, such as `nextPageToken`, is no secret.
 */
export const ASSIGNMENT: SecretRule = {
  id: 'assignment',
  name: 'a secret',
  pattern:
    /(?:api[_-]?key|secret|(?<!(?:page|next|sync|continuation)[_-]?)token|passwd|password|passphrase|pwd|credentials?|private[_-]?key|access[_-]?key|auth[_-]?key|signing[_-]?key|encryption[_-]?key)[\w-]{0,30}["'`]?\]?(?:\s{0,3}:\s{0,3}[a-z]{3,12})?\s{0,8}(?::|=>|=|:=)\s{0,8}["'`]([^\s"'`]{8,200})["'`]/gi,
}

/** A line of a .env file, a shell script, a Dockerfile or YAML: `API_TOKEN=…`, `ENV API_TOKEN …`, `api_key: …`. */
export const ENVIRONMENT_LINE: SecretRule = {
  id: 'environment',
  name: 'a secret',
  pattern:
    /^[ \t]{0,40}(?:export[ \t]{1,4}|set[ \t]{1,4}|ENV[ \t]{1,4}|ARG[ \t]{1,4}|-[ \t]{1,4})?[\w.-]{0,60}(?:key|secret|token|password|passwd|passphrase|pwd)[\w-]{0,40}(?:=|:[ \t]{1,4}|[ \t]{0,3}=[ \t]{0,3}|[ \t]{1,4})([^\s"'`#,;(){}[\]]{8,200})[ \t]*$/gim,
}

/** Names of settings and properties that hold a secret. */
export const SECRET_NAME =
  /api[_-]?key|secret|token|passwd|password|pwd|credential|private[_-]?key|access[_-]?key|auth[_-]?key|signing[_-]?key/i
