-- What a visitor wrote by replying to a mail, and not in the chat.
ALTER TABLE messages ADD COLUMN by_mail boolean NOT NULL DEFAULT false;
