# The console: webhooks.

webhooks-title = Webhook
webhooks-lead = Webhook は、ポータルでの出来事をお使いのプログラムに知らせます。
webhooks-create = Webhook を作成
webhooks-none = Webhook はまだありません
webhooks-none-help = 作成してから、ポータルに割り当ててください。
webhooks-name = 名前
webhooks-state = 状態
webhooks-on = オン
webhooks-off = オフ
webhooks-url = アドレス
webhooks-url-help = 保存時に一度呼び出し、応答するか確かめます。
webhooks-url-missing = 呼び出し先のアドレスを入力してください。
webhooks-url-no-address = アドレスではありません。https:// で始まります。
webhooks-url-scheme = http と https だけが使えます。
webhooks-url-user = ユーザー名とパスワードはアドレスに含めず、ヘッダーで送ってください。
webhooks-events = イベント
webhooks-events-missing = イベントを 1 つ以上選んでください。
webhooks-event = イベント
webhooks-event-package-created = 送信が始まった
webhooks-event-package-finalized = すべて届いた
webhooks-event-quota-near = 上限に近づいた
webhooks-event-quota-reached = 上限に達した
webhooks-event-webhook-test = テストイベント
webhooks-event-id = イベント ID
webhooks-portals = ポータル
webhooks-portal-count = { $count ->
   *[other] { $count } 件のポータル
}
webhooks-attached = { $count ->
   *[other] { $count } 件のポータルに割り当て済み
}
webhooks-method = メソッド
webhooks-headers = ヘッダー
webhooks-headers-help = 配信のたびに送られます。お使いのプログラムでの認証などに使います。保存した値は再表示されません。
webhooks-extras = 追加の値
webhooks-extras-help = 各イベントの本文に body_extras として加えられます。
webhooks-value = 値
webhooks-pair-name = { $list }: 名前 { $number }
webhooks-pair-value = { $list }: 値 { $number }
webhooks-pair-remove = { $list }: { $number } 行目を取り除く
webhooks-pair-add = 行を追加
webhooks-names-doubled = 同じ名前が 2 つあります。
webhooks-active = イベントを送る
webhooks-active-help = オフの間は何も送られず、後のために保管もされません。
webhooks-made = Webhook を作成しました
webhooks-made-lead = 今すぐシークレットを保管し、その後ポータルに割り当ててください。
webhooks-secret = 署名シークレット
webhooks-secret-help = これを使い、Standard Webhooks 方式でイベントが確かにここから来たことをプログラムが確認します。
webhooks-secret-kept = シークレットを保管しました
webhooks-settings = 設定
webhooks-saved = Webhook を保存しました。
webhooks-test = テストイベントを送る
webhooks-tested = テストイベントを送信しています。配信の一覧をご覧ください。
webhooks-more = その他
webhooks-rotate = 新しいシークレットを取得
webhooks-rotate-body = 24 時間は両方のシークレットで署名されます。その後、古いものは使えなくなります。
webhooks-rotate-do = 新しいシークレットを作る
webhooks-rotated = 新しいシークレット
webhooks-rotated-help = 24 時間以内にプログラムへ設定してください。
webhooks-delete-title = この Webhook を削除しますか
webhooks-delete-body = { $count ->
   *[other] この操作は取り消せません。以後は何も送られず、{ $count } 件のポータルから外れます。
}
webhooks-deleted = Webhook を削除しました。
webhooks-deliveries = 配信
webhooks-deliveries-help = 過去 30 日の新しい 500 件です。各イベントは最大 5 回試行されます。
webhooks-no-deliveries = まだ何も送られていません
webhooks-no-deliveries-help = テストイベントを送り、プログラムが応答するか確かめてください。
webhooks-delivery-pending = 配信中
webhooks-delivery-delivered = 配信済み
webhooks-delivery-exhausted = 打ち切り
webhooks-answer = 最後の応答
webhooks-status = ステータス { $status }
webhooks-attempts = 試行
webhooks-no-attempts = まだ試行されていません。
webhooks-last-attempt = 最後の試行
webhooks-next-attempt = 次の試行
webhooks-package = パッケージ
webhooks-redeliver = 再送する
webhooks-redelivering = イベントを再送しています。
