import { useTranslation } from 'react-i18next';
import { Chapter, Code, Text } from './parts.tsx';

const node = `import { createHmac } from 'node:crypto';
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

export function identityToken(user) {
  const claims = { sub: user.id, email: user.email, name: user.name, exp: Math.floor(Date.now() / 1000) + 600 };
  const text = encode({ alg: 'HS256', typ: 'JWT' }) + '.' + encode(claims);
  return text + '.' + createHmac('sha256', process.env.CHATELIER_SECRET).update(text).digest('base64url');
}`;
const php = `function identity_token(array $user): string {
  $encode = fn ($value) => rtrim(strtr(base64_encode($value), '+/', '-_'), '=');
  $claims = ['sub' => $user['id'], 'email' => $user['email'], 'name' => $user['name'], 'exp' => time() + 600];
  $text = $encode('{"alg":"HS256","typ":"JWT"}') . '.' . $encode(json_encode($claims));
  return $text . '.' . $encode(hash_hmac('sha256', $text, getenv('CHATELIER_SECRET'), true));
}`;
const python = `import base64, hashlib, hmac, json, os, time

def encode(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()

def identity_token(user) -> str:
    claims = {"sub": str(user.id), "email": user.email, "name": user.name, "exp": int(time.time()) + 600}
    text = encode(b'{"alg":"HS256","typ":"JWT"}') + "." + encode(json.dumps(claims).encode())
    return text + "." + encode(hmac.new(os.environ["CHATELIER_SECRET"].encode(), text.encode(), hashlib.sha256).digest())`;

/** How an owner's server says who is signed in. */
export function DocsIdentify() {
  const { t } = useTranslation('docs');
  return (
    <Chapter title={t('integration.identifyTitle')}>
      <Text>{t('integration.identifyText')}</Text>
      <Code label="Node" text={node} />
      <Code label="PHP" text={php} />
      <Code label="Python" text={python} />
      <Code
        label="JavaScript"
        text={`window.Chatelier = window.Chatelier || { q: [] };\nChatelier.q.push(['identify', { token: '…' }]);`}
      />
      <Text>{t('integration.identifyNote')}</Text>
    </Chapter>
  );
}
