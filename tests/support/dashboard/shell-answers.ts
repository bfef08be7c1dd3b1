import { standInUser, type StandInAnswers } from './dashboard-api-stand-in.ts';

export const hour = 3_600_000;
/** What the server says of the account's subscription, on trial unless `about` says otherwise. */
export const subscription = (about: object) => ({
  body: {
    status: 'trialing',
    createdAt: new Date().toISOString(),
    trialEnd: new Date(Date.now() + 150 * hour).toISOString(),
    isActive: true,
    hasPaid: false,
    ...about,
  },
});
/** What is said to somebody who is not signed in. */
const signedOut = { status: 401, body: { message: 'Not signed in', code: 'common.not_signed_in' } };
/** What the dashboard's frame asks for. */
export const answersWhen = (state: 'in' | 'out'): StandInAnswers => ({
  'GET /api/user': state === 'in' ? { body: standInUser } : signedOut,
  'GET /api/subscription/status': subscription({}),
  'GET /api/public/white-label': {
    body: { logoUrl: null, brandName: 'Chatelier', termsUrl: '/terms', privacyUrl: '/privacy', trialDays: 7 },
  },
  'GET /api/user/white-label': {
    body: {
      isWhiteLabel: false,
      brandName: 'Chatelier',
      primaryColor: '#36D6B5',
      secondaryColor: '#4f46e5',
      logoUrl: null,
    },
  },
  'GET /api/dashboard/overview': {
    body: {
      agents: 0,
      liveAgents: 0,
      contacts: 0,
      conversations: 0,
      messages: 0,
      knowledgeReady: false,
      seenOnSite: false,
    },
  },
  'POST /api/logout': { body: {} },
});
